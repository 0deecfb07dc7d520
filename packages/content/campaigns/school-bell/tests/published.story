# What the deed says is told.
> ask the child about the bell
> go east
> ask the reeve about the locked door
> go north
> open the chest
+ school bell
> take the deed
> read the deed
> go south
> go west
> give the deed to the child
@ /world/ended = "published"
