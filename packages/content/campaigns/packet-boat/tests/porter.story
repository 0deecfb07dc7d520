# A porter with a name: the road, the sister's trunk, and a coat that is buttoned wrong.
# seed: 4
= name: Harriet Vane-Moss
= class: Porter
> who am I?
+ Harriet Vane-Moss. You have ink
+ two at a time
> north
> take the matches
> up
> take the cheese
> down
> south
> south
> south
+ Road's shut
> talk to Crake
+ harmonium
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
+ “Harriet Vane-Moss,” says your sister
+ one in the family
@ /world/ended = "light"
