> light the torch
> knock
> go north
> ask him about the debt
> stay
+ For tea, or for good?
> stay
+ the water ticks
@ /world/ended = "keeper"
