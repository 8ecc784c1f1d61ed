import { IconPlus } from "@tabler/icons-react";
import { filterTexts } from "../../texts/lists/filters.ts";
import { LinkButton } from "../form/PlainButton.tsx";
import { SortMenu } from "./SortMenu.tsx";
import type { SortProps } from "./SortOptions.tsx";

/** Actions of an administration list: sort order, and a link to create an item. */
export function ListActions<T extends string>(
  props: Omit<SortProps<T>, "label"> & {
    /** Null when the user may not create one. */
    create: { label: string; to: string } | null;
    /** The empty state already offers the creation link, and there is nothing to sort: no actions. */
    isEmpty: boolean;
  },
): React.JSX.Element | null {
  const { create, isEmpty, ...sortProps } = props;
  if (isEmpty) return null;
  return (
    <>
      <SortMenu label={filterTexts.ordenar} {...sortProps} />
      {create && (
        <LinkButton
          variant="cheia"
          iconOnly
          to={create.to}
          icon={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
        >
          {create.label}
        </LinkButton>
      )}
    </>
  );
}
