> north
> take the brandy
> give the brandy to Tobit
> ask Tobit about the burner
> south
> west
> ask Haskell about the price
> accept
@ /world/ended = "forty"
