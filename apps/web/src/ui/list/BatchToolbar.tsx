import { Button, CloseButton, Divider, Group, Progress } from "@mantine/core";
import { IconX, type TablerIcon } from "@tabler/icons-react";
import classes from "./BatchToolbar.module.css";

const LOOK = { variant: "subtle", color: "var(--on-ink)" };

/**
 * The toolbar above the pager: the selected rows and their bulk actions. Mantine's ActionBar is fixed to the
 * window, not to its list.
 */
export function BatchToolbar(props: {
  label: string;
  countText: string;
  /** Total value or another fact of the selected rows. */
  detail?: string;
  clearLabel: string;
  onClear: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, countText, detail, clearLabel, onClear, children } = props;
  return (
    <div className={`${classes.bar} sem-impressao`} role="toolbar" aria-label={label}>
      <p aria-live="polite">
        <b>{countText}</b> {detail && <span className="num">{detail}</span>}
      </p>
      <Separator />
      {children}
      <Separator />
      <CloseButton
        variant="transparent"
        size={32}
        c="var(--on-ink)"
        icon={<IconX size={16} stroke={1.6} aria-hidden="true" />}
        aria-label={clearLabel}
        onClick={onClear}
      />
    </div>
  );
}

function Separator(): React.JSX.Element {
  return <Divider orientation="vertical" mx={8} color="var(--ink-line)" visibleFrom="xs" />;
}

/** One bulk action; when it is disabled, its tooltip shows the reason. */
export function BatchAction(props: {
  icon: TablerIcon;
  /** Draws a separator before it: another group of actions begins. */
  separated?: boolean;
  obstacle?: string | undefined;
  onClick: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { icon: Icon, separated = false, obstacle, onClick, children } = props;
  return (
    <>
      {separated && <Separator />}
      <Button
        {...LOOK}
        leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
        aria-disabled={obstacle === undefined ? undefined : true}
        data-dica={obstacle}
        onClick={() => {
          if (obstacle === undefined) onClick();
        }}
      >
        {children}
        {obstacle !== undefined && <span className="vh"> {obstacle}</span>}
      </Button>
    </>
  );
}

/** A running batch: its progress, and a button to stop it. */
export function BatchProgress(props: {
  text: string;
  part: number;
  stopLabel: string;
  onStop: () => void;
}): React.JSX.Element {
  const { text, part, stopLabel, onStop } = props;
  return (
    <>
      <Group gap={12} px={8} role="status" className="num">
        {text}
        <Progress
          w={120}
          size={4}
          value={part * 100}
          color="var(--on-ink)"
          bg="var(--ink-line)"
          aria-hidden
        />
      </Group>
      <Button {...LOOK} onClick={onStop}>
        {stopLabel}
      </Button>
    </>
  );
}
