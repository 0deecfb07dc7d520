> light the torch
> knock
> go north
> ask him about the debt
> stay
+ the water ticks
@ /world/ended = "keeper"
