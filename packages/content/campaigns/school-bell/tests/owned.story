# Two accounts do not agree, and the one who lied admits it.
> ask the child about the bell
> go east
> ask the clerk about that hour
> go west
> go south
> ask the shopkeeper about that hour
+ dark in there
> go north
> go east
> accuse the clerk
+ I am glad it was you
> go west
> go south
> go west
> unlock the trunk
> open the trunk
+ school bell
> take the bell
> go east
> go north
> give the bell to the child
@ /world/ended = "owned"
