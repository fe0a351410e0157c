"use client";

/** The frame itself failed, so nothing of it may be used: plain words in both languages, no styles to load. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body
        style={{
          fontFamily: "system-ui, sans-serif",
          maxWidth: "40rem",
          margin: "4rem auto",
          padding: "0 1rem",
          lineHeight: 1.6,
        }}
      >
        <title>Keepsake</title>
        <h1>Keepsake could not open this page</h1>
        <p>Nothing was changed by this. Try again; if it stays, tell your operator the number below.</p>
        <p lang="zh-CN">
          Keepsake 未能打开此页面。没有任何内容因此改变。请重试；若仍如此，请将下面的编号告知管理员。
        </p>
        {error.digest ? (
          <p>
            <code>{error.digest}</code>
          </p>
        ) : null}
        <button type="button" onClick={reset}>
          Try again · <span lang="zh-CN">重试</span>
        </button>
      </body>
    </html>
  );
}
