import { useMediaQuery } from "@mantine/hooks";
import { ScrollRegion } from "./ScrollRegion.tsx";
import classes from "./SidePanel.module.css";

/** Whether the window has room for a panel beside a list; a phone opens the page of the row instead. */
export function useHasPanelRoom(): boolean {
  return useMediaQuery("(min-width: 768px)", undefined, { getInitialValueInEffect: false }) ?? true;
}

function panelControls(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-panel] :is(button, a):not(:disabled)")];
}

/** Moves the focus into the panel, past the rows below the one that it shows. */
export function focusPanel(): void {
  panelControls()[0]?.focus();
}

/** Whether the first control of the panel has the focus: before it comes the row. */
export function isPanelStart(): boolean {
  return panelControls()[0] === document.activeElement;
}

/** A page and the panel beside it. The page stays mounted when the panel comes and goes. */
export function SplitPage(props: { panel: React.ReactNode; children: React.ReactNode }): React.JSX.Element {
  return (
    <div className={classes.split}>
      <div className={classes.page}>{props.children}</div>
      {props.panel}
    </div>
  );
}

/** A panel at the right of a page, without shadow or veil: the page stays in use. */
export function SidePanel(props: {
  label: string;
  head: React.ReactNode;
  foot: React.ReactNode;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, head, foot, children } = props;
  return (
    <aside className={`${classes.panel} sem-impressao`} aria-label={label} data-panel>
      <header className={classes.head}>{head}</header>
      <ScrollRegion className={classes.body} aria-label={label}>
        {children}
      </ScrollRegion>
      <footer className={classes.foot}>{foot}</footer>
    </aside>
  );
}
