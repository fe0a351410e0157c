/** Ruled lines where rows will stand, at their real height. */
export function SkeletonRows({ rows, height }: { rows: number; height: number }) {
  return (
    <div aria-hidden="true" className="border-t border-rule">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={index} style={{ height }} className="flex items-center gap-4 border-b border-rule">
          <span className="h-3 w-20 bg-wash" />
          <span className="h-3 flex-1 bg-wash" />
          <span className="h-5 w-24 rounded-control bg-wash" />
        </div>
      ))}
    </div>
  );
}
