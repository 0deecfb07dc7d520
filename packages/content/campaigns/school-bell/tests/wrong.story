# Somebody who did nothing is accused twice.
> ask the child about the bell
> go south
> accuse the shopkeeper
+ I will forget that once
> accuse the shopkeeper
@ /world/ended = "wrong"
