import { IconFilter } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { filterTexts } from "../../texts/lists/filters.ts";
import { LinkButton, PlainButton } from "../form/PlainButton.tsx";
import { useIsPhone } from "../layout/page-hooks.ts";
import { FilterCount } from "./FilterCount.tsx";

/**
 * The filter button with the number of active filters. Opens the form beside the list; on a phone, the
 * form's page.
 */
export function FilterTrigger(props: {
  total: number;
  /** The form in its panel; loaded on the first click. */
  children: (opened: boolean, onClose: () => void) => React.ReactNode;
}): React.JSX.Element {
  const { total, children } = props;
  const { pathname, search } = useLocation();
  const phone = useIsPhone();
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const look = {
    iconOnly: true,
    icon: <IconFilter size={16} stroke={1.6} aria-hidden="true" />,
    end: total > 0 && <FilterCount total={total} />,
  };
  if (phone) {
    return (
      <LinkButton {...look} to={`/filtro${pathname}${search}`}>
        {filterTexts.filtrar}
      </LinkButton>
    );
  }
  return (
    <>
      <PlainButton
        {...look}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {filterTexts.filtrar}
      </PlainButton>
      {wanted && <Suspense>{children(opened, () => setOpened(false))}</Suspense>}
    </>
  );
}
