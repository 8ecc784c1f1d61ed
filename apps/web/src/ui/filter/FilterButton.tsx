import type { Day } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import { useIsPhone } from "../layout/page-hooks.ts";
import { SideDrawer } from "../overlay/SideDrawer.tsx";
import { closeWithConfirm } from "../overlay/unsaved-changes.ts";
import { FilterCount } from "./FilterCount.tsx";
import { FilterForm, LEAVE_QUESTION } from "./FilterForm.tsx";
import { countActive, type FilterDesign } from "./filter-design.ts";

/**
 * The filter button with the number of active filters. Opens the form in a drawer beside the list; on a
 * phone, the form's page.
 */
export function FilterButton<F extends object>(props: {
  design: FilterDesign<F>;
  filter: F;
  /** Today in the conta's zone. */
  today: Day;
  onChange: (filter: F) => void;
  /** The drawer: null is closed, "" open, a name open at that field. */
  opened: string | null;
  onOpened: (field: string | null) => void;
}): React.JSX.Element {
  const { design, filter, today, onChange, opened, onOpened } = props;
  const { pathname, search } = useLocation();
  const phone = useIsPhone();
  const [dirty, setDirty] = useState(false);
  const close = (): void => onOpened(null);
  // Closing asks for confirmation when changes are not applied.
  const leave = (): void => void closeWithConfirm(dirty, close, LEAVE_QUESTION);
  const total = countActive(design, filter);
  const look = {
    className: "botao-icone",
    leftSection: <IconFilter size={16} stroke={1.6} aria-hidden="true" />,
    rightSection: total > 0 && <FilterCount total={total} />,
  };
  if (phone) {
    return (
      <Button component={Link} variant="default" {...look} to={`/filtro${pathname}${search}`}>
        {filterTexts.filtrar}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="default"
        {...look}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        onClick={() => onOpened("")}
      >
        {filterTexts.filtrar}
      </Button>
      <SideDrawer title={design.title} opened={opened !== null} closeLabel={t.fechar} onClose={leave}>
        <FilterForm
          design={design}
          filter={filter}
          today={today}
          startAt={opened ?? ""}
          onDirty={setDirty}
          onCancel={leave}
          onApply={(next) => {
            close();
            onChange(next);
          }}
        />
      </SideDrawer>
    </>
  );
}
