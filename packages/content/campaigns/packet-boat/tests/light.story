# The cheese for the road, the crowbar for the chest, and nobody is asked anything.
# seed: 4
> north
> take the matches
> up
> take the cheese
> down
> south
> south
> south
+ Road's shut
> give the cheese to Crake
+ not in a position to see
> north
> west
> west
> north
> take the crowbar
> south
> east
> east
> south
> south
> pry open the chest with the crowbar
> pry open the chest with the crowbar
> take the burner
> up
> light the lamp
+ ring of brass screw thread
> fit the burner
> light the lamp
> down
> north
> north
> wait
> wait
> wait
+ I hope he was hungry
@ /world/ended = "light"
