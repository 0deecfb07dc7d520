# A clerk with a name is entered in the log, and finds no lie in the ledger.
= name: Ada Moss
= class: clerk
> east
> talk to Dorcas Pym
+ writes Ada Moss under the light
+ moves the lamp
> west
> south
> take the notice
+ told to stand next to that
> north
> east
> show the notice to Dorcas Pym
+ I gave no such order
> west
> south
- Crake stands
> north
> west
> north
> read the ledger
+ elbow
> ask Haskell about the light
+ Old equipment
> take the brass key
+ He makes a note of the time
> wait
> wait
> wait
> wait
> wait
> wait
> take the ledger
@ /world/at/ledger = "player"
> read the ledger
+ against one night
+ add up the columns twice
> south
> east
> east
> show the ledger to Dorcas Pym
+ His own hand
+ uses the black
@ /world/flags/reported = true
> west
> south
> south
> use the brass key on the chest
+ cut for it
> take the burner
@ /world/at/burner = "player"
