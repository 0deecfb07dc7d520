# What the deed says is known to nobody else.
> ask the child about the bell
> go east
> ask the reeve about the locked door
> go north
> open the chest
> take the deed
> read the deed
> burn the deed
@ /world/ended = "kept"
