# Nobody writes it down but Tobit. Crake lets him pass.
> north
> take matches
> show the letter to Tobit
+ Nobody told me they had names
> ask Tobit about my sister
> ask Tobit about the burner
+ out of a hinge
> ask Tobit to come with me
> south
> south
+ Mr Rudd
> south
> open the chest
> take the burner
> up
> put the burner on the lamp
> light the lamp
> down
> north
> north
> wait
> wait
> wait
+ He will not write
@ /world/ended = "keeper"
