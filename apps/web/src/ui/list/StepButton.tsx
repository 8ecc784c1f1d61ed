import type { TablerIcon } from "@tabler/icons-react";

/** A small bordered button that steps to what comes before or after. */
export function StepButton(props: {
  icon: TablerIcon;
  label: string;
  /** There is nothing more in this direction. */
  isEnd: boolean;
  onClick: () => void;
}): React.JSX.Element {
  const { icon: Icon, label, isEnd, onClick } = props;
  return (
    <button
      type="button"
      className="icone icone-pequeno icone-borda"
      aria-label={label}
      disabled={isEnd}
      onClick={onClick}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
