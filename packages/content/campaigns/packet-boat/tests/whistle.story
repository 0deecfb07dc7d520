# Noise at the chest brings Crake; a whistle sends him away, and Nan remembers it.
# seed: 2
> west
> west
> north
> take the crowbar
> south
> east
> north
> take the tin opener
> south
> give the tin opener to Nan
+ You never paid four shillings
> south
> southeast
> pry open the chest with the crowbar
+ quite upset
> blow the whistle
+ calling her name
> go north
> go north
> go west
> talk to Crake
+ She's not hurt
> talk to Nan
+ Now it's for nothing
