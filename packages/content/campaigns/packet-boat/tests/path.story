# Nan sells the way over the weed, and Crake is met from behind.
> north
> up
> open the portmanteau
> take the knife
> down
> south
> west
> ask Nan about the path
> give the knife to Nan
+ straight for the cabbages
@ /world/at/whistle = "player"
> south
> southeast
+ cabbages
> north
+ I never saw you
@ /world/flags/causeway_free = true
