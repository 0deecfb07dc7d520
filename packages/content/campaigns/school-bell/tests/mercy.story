# The clerk may put it back in secret.
> ask the child about the bell
> go east
> ask the clerk about that hour
> go west
> go north
> examine the dust
> go south
> go east
> accuse the clerk
> ask the clerk why
> go west
> go south
> go west
> unlock the trunk
> open the trunk
+ school bell
> take the bell
> go east
> go north
> go east
> give the bell to the clerk
@ /world/ended = "mercy"
