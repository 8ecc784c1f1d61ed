import { Menu } from "@mantine/core";
import {
  IconArrowAutofitWidth,
  IconArrowLeft,
  IconArrowRight,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
  IconRestore,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useRef, useState } from "react";
import { columnTexts as texts } from "../../texts/lists/columns.ts";
import type { Column, ColumnActions } from "./column.ts";
import classes from "./DataTable.module.css";
import { dragEdge, fittingWidth } from "./drag-column.ts";

/** One step of the keyboard, in pixels. */
const STEP_PX = 16;
const ICON = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

type OpenMenu = { key: string; left: number; top: number };

/**
 * What the heads of a table do: their edges are dragged, or fitted by a double click; their buttons and the
 * context menu open the menu of the column. One menu for all heads, as a page is drawn with each turn.
 */
export function ColumnMenu<T, Key extends string>(props: {
  columns: readonly Column<T>[];
  actions: ColumnActions<Key>;
  children: React.ReactNode;
}): React.JSX.Element {
  const { columns, actions, children } = props;
  const [open, setOpen] = useState<OpenMenu | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLElement | null>(null);
  const show = (key: string, target: Element): void => {
    const place = target.getBoundingClientRect();
    const corner = frame.current?.getBoundingClientRect();
    if (document.activeElement instanceof HTMLElement) trigger.current = document.activeElement;
    setOpen({ key, left: place.right - (corner?.left ?? 0), top: place.bottom - (corner?.top ?? 0) });
  };
  const close = (): void => {
    setOpen(null);
    // The head is drawn anew when its column moves: its button is found by its column.
    const key = open?.key ?? "";
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-menu-coluna="${CSS.escape(key)}"]`)?.focus(),
    );
  };
  const resize = (key: string, width: number): void => actions.onResize(key as Key, width);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: events of controls in the heads arrive here
    <div
      ref={frame}
      className={classes.frame}
      onPointerDown={(event) => {
        const edge = edgeOf(event.target);
        const key = edge?.dataset.bordaColuna;
        if (edge && key) dragEdge(edge, event.nativeEvent, (width) => resize(key, width));
      }}
      onDoubleClick={(event) => {
        const edge = edgeOf(event.target);
        const width = edge && fittingWidth(edge);
        if (edge?.dataset.bordaColuna && width) resize(edge.dataset.bordaColuna, width);
      }}
      onClick={(event) => {
        const button = closest(event.target, "[data-menu-coluna]");
        if (button?.dataset.menuColuna) show(button.dataset.menuColuna, button);
      }}
      onContextMenu={(event) => {
        const head = closest(event.target, "th")?.querySelector<HTMLElement>("[data-menu-coluna]");
        if (!head?.dataset.menuColuna) return;
        event.preventDefault();
        show(head.dataset.menuColuna, head);
      }}
      onKeyDown={moveInHead}
    >
      {children}
      {open && (
        <Menu opened onChange={close} position="bottom-end" width={216} returnFocus={false}>
          <Menu.Target>
            <button
              type="button"
              tabIndex={-1}
              className={classes.anchor}
              style={{ left: open.left, top: open.top }}
              aria-label={texts.menu(nameOf(columns, open.key))}
            />
          </Menu.Target>
          <Menu.Dropdown>
            <ColumnItems columns={columns} actions={actions} columnKey={open.key as Key} frame={frame} />
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

function ColumnItems<T, Key extends string>(props: {
  columns: readonly Column<T>[];
  actions: ColumnActions<Key>;
  columnKey: Key;
  frame: React.RefObject<HTMLDivElement | null>;
}): React.JSX.Element | null {
  const { columns, actions, columnKey: key, frame } = props;
  const layout = columns.find((column) => column.layout?.key === key)?.layout;
  if (!layout) return null;
  const edge = (): Element | null =>
    frame.current?.querySelector(`[data-borda-coluna="${CSS.escape(key)}"]`) ?? null;
  const widen = (by: number): void => {
    const width = edge()?.closest("th")?.getBoundingClientRect().width;
    if (width) actions.onResize(key, width + by);
  };
  const fit = (): void => {
    const found = edge();
    const width = found && fittingWidth(found);
    if (width) actions.onResize(key, width);
  };
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconZoomIn {...ICON} />}
        onClick={() => widen(STEP_PX)}
      >
        {texts.maisLarga}
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconZoomOut {...ICON} />}
        onClick={() => widen(-STEP_PX)}
      >
        {texts.maisEstreita}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowAutofitWidth {...ICON} />} onClick={fit}>
        {texts.ajustar}
      </Menu.Item>
      <Menu.Divider role="separator" />
      <Menu.Item
        disabled={!actions.canMove(key, -1)}
        leftSection={<IconArrowLeft {...ICON} />}
        onClick={() => actions.onMove(key, -1)}
      >
        {texts.esquerda}
      </Menu.Item>
      <Menu.Item
        disabled={!actions.canMove(key, 1)}
        leftSection={<IconArrowRight {...ICON} />}
        onClick={() => actions.onMove(key, 1)}
      >
        {texts.direita}
      </Menu.Item>
      <Menu.Item
        leftSection={layout.isPinned ? <IconPinnedOff {...ICON} /> : <IconPin {...ICON} />}
        onClick={() => actions.onPin(key, !layout.isPinned)}
      >
        {layout.isPinned ? texts.soltar : texts.fixar}
      </Menu.Item>
      <Menu.Divider role="separator" />
      {actions.canHide(key) && (
        <Menu.Item leftSection={<IconEyeOff {...ICON} />} onClick={() => actions.onHide(key)}>
          {texts.ocultar}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconRestore {...ICON} />} onClick={actions.onReset}>
        {texts.padrao}
      </Menu.Item>
    </>
  );
}

function nameOf<T>(columns: readonly Column<T>[], key: string): string {
  return columns.find(({ layout }) => layout?.key === key)?.layout?.name ?? "";
}

/** Left and right move between the controls of the heads, as they do in a row. */
function moveInHead(event: React.KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : null;
  const row = closest(event.target, "thead tr");
  if (step === null || !row || !(event.target instanceof HTMLElement)) return;
  const controls = [...row.querySelectorAll<HTMLElement>("button, input")];
  const next = controls[controls.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function edgeOf(target: EventTarget): HTMLElement | null {
  return closest(target, "[data-borda-coluna]");
}

function closest(target: EventTarget, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
