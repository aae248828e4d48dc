/** Where Linux reads which process it ends first if memory is short. */
export const OOM_SCORE = "/proc/self/oom_score_adj";
