# The mail is opened, the postmistress is entered, and Brannoc is told.
? Ask Quill about the mail
> ask Quill about the mail
+ lighter by a person
> in
> take the sack
> out
> north
> up
> read the regulations
+ SECTION 40
> ask Brannoc about the mail
+ sealed sack is cargo
> down
> north
+ Mind the hose
> open the sack
+ nowhere else
> ask Odile about the drawer
> east
> open the sack
+ OPEN
@ /world/flags/sorted = true
> open the drawer
> take the stamp
> stamp the register
+ told that it is crooked
> west
> tell Odile about the post office
> east
+ forging
> stamp the register
+ Crooked
> south
> west
> up
> tell Brannoc about the mail
+ once more, for me
@ /world/ended = "postmistress"
