# The other way into cabin nine, and the other way into the drawer.
> north
> west
> open the hatch
+ broad screwdriver
> take the screwdriver
> unscrew the hatch
+ used to it
> down
> ask Jun why he is here
+ any more boats
> ask Jun to come with me
+ This is the address
> east
> up
> east
> north
> pull the drawer
- It comes like a drawer
> pry the drawer open
+ There is a mark in the oak
> take the stamp
@ /world/at/stamp = "player"
