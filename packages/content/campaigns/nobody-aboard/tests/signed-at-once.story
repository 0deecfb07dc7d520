# A signature before a word with anybody is asked about once.
> sign the form
+ You have not put it to the paper yet
> yes
@ /world/ended = "signed"
