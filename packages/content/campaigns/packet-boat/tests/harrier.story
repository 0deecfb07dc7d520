# Lies, hearsay, and what is under them.
> ask Hester about the cellar
> north
> ask Hester about the cellar
+ square sort of beer
> down
+ foot
> ask Hester what people say
+ tinker
> south
> west
> take the spectacles
> take the lantern
> west
> up
> wait
> wait
> ask Absalom about the light
+ at five o'clock
> give the spectacles to Absalom
> ask Absalom about the register
+ To the roof fund
> down
> east
> east
> north
> wait
> take the matches
> light the lantern
> down
+ figurehead
