# What was taken from the shop is deducted.
> west
> north
> take the tin opener
+ Haskell
> talk to Haskell
+ took the tin opener
> south
> east
> north
> show the letter to Tobit
> ask Tobit about my sister
> ask Tobit about the burner
> south
+ deducted a tin opener
> accept
+ You have not taken it yet
> yes
+ a receipt for you to sign
@ /world/ended = "forty"
