# Crake is stronger than he likes to be.
# seed: 6
> south
> push past Crake
+ like running into a wardrobe
> run past Crake
+ I said don't
? Attack Crake
> look
+ with his fists up
> attack Crake
> attack Crake
> attack Crake
> attack Crake
@ /world/is/crake/beaten = true
@ /world/flags/causeway_free = true
> attack Crake
+ You leave it at that
> south
+ cabbages
