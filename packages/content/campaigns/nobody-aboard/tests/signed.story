# A signature is only one word. It asks once if one knows better.
> north
> north
> south
> south
> sign the form
+ Do you?
> sign the form
+ one green window
@ /world/ended = "signed"
