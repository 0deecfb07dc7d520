# The bell is given back.
> ask the child about the bell
> go east
> ask the reeve about the locked door
> go north
> open the chest
> take the bell
> go south
> go west
> give the bell to the child
@ /world/ended = "returned"
