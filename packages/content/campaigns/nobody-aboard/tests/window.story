# The boy goes and the old woman is left.
> ask Quill about the mail
> in
> take the sack
> out
> n
> e
> ask Number Four for soup
@ /world/at/soup = "player"
> read the roll
+ Customer: nobody
> n
> open the sack
> take the letter
> s
> w
> n
> ask Odile to leave
+ Ladies do not go first
> s
> d
> knock on the door
+ slowly so that it should not count
> w
+ bunk
> give the letter to Jun
+ in both his shoes
> e
> u
> s
> in
> sign the form
+ Do you?
> yes
+ watered it first
@ /world/ended = "window"
