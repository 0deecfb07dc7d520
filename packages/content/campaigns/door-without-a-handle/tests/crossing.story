# The torch is hung up, the door is asked, the slate is carried over.
? torch
> light the torch
@ /world/is/torch/lit = true
> read the runes
+ WHO ASKS, MAY COME IN
> push the door
- opens
> take the torch
> ask to be let in
+ fire in your hand
> hang the torch in the iron ring
> knock on the door
+ more noise than a page
> north
+ skylight
> talk to Ansel
+ kettle
> take the slate
+ stays on the table
> ask Ansel what is still owed
+ inherited
> take the slate
@ /world/at/ledger = "player"
> go south and then up
+ one still owed
@ /world/ended = "crossing"
