> west
> take the brass key
@ /world/at/shop_key = "player"
> east
> south
> south
+ Road is shut
> north
> east
> ask Vane about the causeway
> west
> south
> south
> unlock the chest with the brass key
> open the chest
> take the burner
> up
> put the burner on the lamp
@ /world/ended = "light"
