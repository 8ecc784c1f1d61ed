import type { ChartType } from "@malote/contract";
import { Menu } from "@mantine/core";
import { IconDots, IconPhoto, IconPrinter, IconVector } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { painelTexts as texts } from "../texts/lists/painel.ts";

/** How long the menu stays after the pointer has left it, in ms (spec §9). */
const LEAVE_MS = 500;

const { menu: t } = texts.graficos;
const FORMATS: readonly { type: ChartType; label: string; icon: typeof IconPhoto }[] = [
  { type: "image/png", label: t.png, icon: IconPhoto },
  { type: "image/jpeg", label: t.jpeg, icon: IconPhoto },
  { type: "image/svg+xml", label: t.svg, icon: IconVector },
];

/** The export and print menu of a chart. */
export function ChartMenu(props: {
  title: string;
  onExport: (type: ChartType) => Promise<void>;
  onPrint: () => void;
}): React.JSX.Element {
  const { title, onExport, onPrint } = props;
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const leaveHandlers = useCloseOnLeave(() => setOpened(false));
  const onClick = async (type: ChartType): Promise<void> => {
    setBusy(true);
    await onExport(type);
    setBusy(false);
  };
  return (
    <Menu position="bottom-end" width={210} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <button
          type="button"
          className="icone icone-pequeno"
          aria-label={t.abrir(title)}
          aria-busy={busy}
          {...leaveHandlers}
        >
          <IconDots size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t.abrir(title)} aria-labelledby={undefined} {...leaveHandlers}>
        {FORMATS.map(({ type, label, icon: Icon }) => (
          <Menu.Item
            key={type}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => void onClick(type)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden="true" />} onClick={onPrint}>
          {t.imprimir}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Closes the menu after the pointer has left both the button and the menu for that long. */
function useCloseOnLeave(close: () => void): { onPointerEnter: () => void; onPointerLeave: () => void } {
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const stay = (): void => window.clearTimeout(timer.current);
  return {
    onPointerEnter: stay,
    onPointerLeave: () => {
      stay();
      timer.current = window.setTimeout(close, LEAVE_MS);
    },
  };
}
