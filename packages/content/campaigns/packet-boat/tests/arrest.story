# Tobit says it to somebody who writes it down, and then lights his lamp.
> go north
+ Nine coats
> ask Tobit about the burner
> look
> take the matches
> go south
> go west
> west
> in
> read the lamp log
+ Cause, wick
> take the lamp log
> out
> east
> east
> north
> give the lamp log to Tobit
+ Ask me about the burner
> ask Tobit about the burner
@ /world/at/chest_key = "player"
? Ask Tobit to come with you
> ask Tobit to come with me
> south
+ Forty pounds
> no
+ after that there is nothing to buy
> east
+ Cause, Rudd
+ I want to see him by it
> west
> south
- Crake stands
> south
> unlock the chest with the small key
> open the chest
> take the burner
> up
> give the burner to Tobit
+ baby from a stranger
> light the lamp
+ begins to walk
> down
> north
> north
- at the end of the causeway, a little darker
> wait
> wait
> wait
+ It is Clement
@ /world/ended = "arrest"
