import { formatInteger } from "@malote/syntax";
import { Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, type TablerIcon } from "@tabler/icons-react";
import { pagerTexts } from "../../texts/app/general.ts";
import { useShortcuts } from "../overlay/shortcuts.ts";
import classes from "./Pager.module.css";

/** The current page of a list, and buttons to the previous and next page; keys [ and ] do the same. */
export function Pager(props: {
  page: number;
  pages: number;
  /** "" while the list loads. */
  total: string;
  onPage: (page: number) => void;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { page, pages, total, onPage, children } = props;
  const turn = (next: number): void => {
    if (next >= 1 && next <= pages) onPage(next);
  };
  useShortcuts({ "[": () => turn(page - 1), "]": () => turn(page + 1) });
  return (
    <nav
      className={`${classes.pager} sem-impressao`}
      aria-label={pagerTexts.navegacao}
      data-loading={total === "" || undefined}
    >
      <Arrow
        icon={IconChevronLeft}
        label={pagerTexts.anterior}
        onClick={() => turn(page - 1)}
        isEnd={page <= 1}
      />
      <Arrow
        icon={IconChevronRight}
        label={pagerTexts.proxima}
        onClick={() => turn(page + 1)}
        isEnd={page >= pages}
      />
      <Text ml={4} aria-live="polite">
        {pagerTexts.posicao} <b>{formatInteger(page)}</b> {pagerTexts.de(formatInteger(pages))} · {total}
      </Text>
      <Group gap={16} ml="auto" fz="xs" visibleFrom="xs">
        {children}
      </Group>
    </nav>
  );
}

function Arrow(props: {
  icon: TablerIcon;
  label: string;
  /** There is no page in this direction. */
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
