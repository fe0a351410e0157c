/** A person's own choice about one topic of their memory. */
export interface TopicChoice {
  subject: string;
  topic: string;
  /** False: nothing about it is remembered. */
  remember: boolean;
  /** False: only what they said themselves is remembered about it, nothing that others conclude. */
  infer: boolean;
}
