import classes from "./Flag.module.css";

/** The icon of a flag: a filled tick, or an empty ring; one that waits for the network has a dashed ring. */
export function FlagIcon(props: { isOn: boolean; isWaiting?: boolean; size?: number }): React.JSX.Element {
  const { isOn, isWaiting = false, size = 16 } = props;
  return (
    <svg
      className={classes.icon}
      data-on={(isOn && !isWaiting) || undefined}
      data-waiting={isWaiting || undefined}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {isOn ? (
        <>
          <circle cx="8" cy="8" r={isWaiting ? 6.5 : 7.25} />
          <path d="M5.1 8.2 7.2 10.2 10.9 6.2" />
        </>
      ) : (
        <circle cx="8" cy="8" r="6.5" />
      )}
    </svg>
  );
}

/** One flag of a document in a row, toggled by a click; `tooltip` names who set it and when. */
export function Flag(props: {
  isOn: boolean;
  label: string;
  tooltip: string;
  locked?: boolean;
  isWaiting?: boolean;
  /** Reached by the arrow keys of its row, not by Tab. */
  inRow?: boolean;
  onToggle: () => void;
}): React.JSX.Element {
  const { isOn, label, tooltip, locked = false, isWaiting = false, inRow = false, onToggle } = props;
  return (
    <button
      type="button"
      tabIndex={inRow ? -1 : undefined}
      className={classes.target}
      aria-pressed={isOn}
      aria-label={`${label}. ${tooltip}`}
      aria-disabled={locked}
      data-dica={tooltip}
      onClick={() => {
        if (!locked) onToggle();
      }}
    >
      <FlagIcon isOn={isOn} isWaiting={isWaiting} />
    </button>
  );
}
