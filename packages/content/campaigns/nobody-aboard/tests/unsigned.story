# Both of them are in the shuttle at six, and the form has no name on it.
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
> n
> ask Odile to come with me
+ lifting her feet
> s
> s
> in
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
> wait
+ It's a yes without
@ /world/ended = "unsigned"
