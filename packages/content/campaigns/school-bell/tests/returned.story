# The bell is found without a word to anybody, and the trunk is forced.
> go south
> go west
> force the trunk
> force the trunk
> force the trunk
> force the trunk
> force the trunk
> open the trunk
> take the bell
> go east
> go north
> give the bell to the child
@ /world/ended = "returned"
