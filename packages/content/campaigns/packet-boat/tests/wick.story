# What Crake did on the night of the Harrier, and who hears it.
> east
> ask Dorcas about the Harrier
+ a short word for eleven people
> west
> north
> up
> open the portmanteau
> take the muffler
> down
> show the letter to Tobit
> ask Tobit about my sister
> ask Tobit about the burner
> ask Tobit about the Harrier
+ He stayed for an hour
> ask Tobit to come with me
> south
> south
+ Mr Rudd
> give the muffler to Crake
+ That's better
> ask Crake about the Harrier
+ turns ever so easily
> wait
+ I trimmed that wick
