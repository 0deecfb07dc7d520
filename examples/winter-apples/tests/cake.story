# A light, the apples, and eleven steps.
> go down
- winter apples
> go up
? Ask Emil for matches
> ask grandpa for matches
> ask him about the cellar
+ counted them
> take the candle and light it
> go down
+ straw
> eat an apple
+ for the cake
> take the apples
> go up
+ somebody above you says it too
> give the apples to Emil
+ half of one
@ /world/ended = "cake"
