type Props = {
  label: string;
  /** 0 to 1. */
  share: number;
  className?: string;
  /** Progress that cannot be measured: styled by the caller. */
  'data-waiting'?: true;
};

/** The progress of an upload: a bar whose inner span is as wide as the share sent. */
export function ProgressBar({ label, share, className, ...rest }: Props) {
  const percent = Math.round(share * 100);
  return (
    <div
      {...rest}
      className={className}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}
