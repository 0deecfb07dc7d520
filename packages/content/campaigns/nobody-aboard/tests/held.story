# Nobody is entered in the book.
> ask Quill about the mail
> in
> take sack
> out
> north
> east
> north
> open sack
> south
> west
> up
> tell Brannoc that I opened the mail
@ /world/ended = "held"
