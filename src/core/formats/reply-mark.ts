/**
 * Lines that a reply to a refused submission begins and ends with, so that a reply which is pasted back is known for
 * what it is and never read as edits.
 */
export const REPLY_BEGIN = '<!-- sallyport reply -->';
export const REPLY_END = '<!-- end of sallyport reply -->';
