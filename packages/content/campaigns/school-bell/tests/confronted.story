# The reeve is shown what was hidden.
> ask the child about the bell
> go east
> ask the reeve about the locked door
> go north
> open the chest
> take the deed
> read the deed
> go south
> show the deed to the reeve
@ /world/ended = "confronted"
