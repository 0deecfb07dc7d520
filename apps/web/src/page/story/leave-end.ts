/** An event at the scroller of the story: its end is no longer kept in sight. */
export const leaveEnd = 'narratoria-leave-end'
