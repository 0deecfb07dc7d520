# seed: 3
> south
> attack Crake
> attack Crake
> attack Crake
> attack Crake
> attack Crake
+ He cried
@ /world/ended = "death"
