import { formatInteger } from "@malote/syntax";
import { Box, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { pagerTexts } from "../../texts/app/general.ts";
import { SegmentedControl } from "../form/SegmentedControl.tsx";
import { useIsPhone } from "../layout/page-hooks.ts";
import { useShortcuts } from "../overlay/shortcuts.ts";
import { PageField } from "./PageField.tsx";
import classes from "./Pager.module.css";
import { StepButton } from "./StepButton.tsx";

/** The numbers of rows that a page may have, and the chosen one, as texts. */
export type PageSizeChoice = Omit<React.ComponentProps<typeof SegmentedControl<string>>, "label">;

/**
 * The current page of a list, buttons to the previous and next page, and a field that goes to any other;
 * keys [ and ] turn the pages.
 */
export function Pager(props: {
  page: number;
  pages: number;
  /** "" while the list loads. */
  total: string;
  pageSizes?: PageSizeChoice | undefined;
  onPage: (page: number) => void;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { page, pages, total, pageSizes, onPage, children } = props;
  const phone = useIsPhone();
  const turn = (next: number): void => {
    if (next >= 1 && next <= pages) onPage(next);
  };
  useShortcuts({ "[": () => turn(page - 1), "]": () => turn(page + 1) });
  const position = `${pagerTexts.posicao} ${formatInteger(page)}`;
  const ofTotal = `${pagerTexts.de(formatInteger(pages))} · ${total}`;
  return (
    <nav
      className={`${classes.pager} sem-impressao`}
      aria-label={pagerTexts.navegacao}
      data-loading={total === "" || undefined}
    >
      <StepButton
        icon={IconChevronLeft}
        label={pagerTexts.anterior}
        onClick={() => turn(page - 1)}
        isEnd={page <= 1}
      />
      <StepButton
        icon={IconChevronRight}
        label={pagerTexts.proxima}
        onClick={() => turn(page + 1)}
        isEnd={page >= pages}
      />
      {pages > 1 && !phone ? (
        <>
          <PageField key={page} page={page} pages={pages} onPage={onPage} />
          <span aria-hidden="true">{ofTotal}</span>
          <span className="vh" aria-live="polite">
            {position} {ofTotal}
          </span>
        </>
      ) : (
        <p className={classes.position} aria-live="polite">
          {pagerTexts.posicao} <b>{formatInteger(page)}</b> {ofTotal}
        </p>
      )}
      {pageSizes && total !== "" && !phone && (
        <Box ml={12}>
          <SegmentedControl {...pageSizes} label={pagerTexts.linhas} />
        </Box>
      )}
      <Group gap={16} ml="auto" fz="xs" visibleFrom="xs">
        {children}
      </Group>
    </nav>
  );
}
