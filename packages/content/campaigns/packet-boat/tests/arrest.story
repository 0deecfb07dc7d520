> north
> take the brandy
> give the brandy to Tobit
> ask Tobit about the burner
+ as if it were hot
@ /world/at/chest_key = "player"
> south
> east
> ask Vane about Haskell
> ask Vane about the causeway
> west
> south
> south
> unlock the chest with the small key
> open the chest
> take the burner
> up
> put the burner on the lamp
@ /world/ended = "arrest"
