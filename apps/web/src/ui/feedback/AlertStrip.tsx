import { Text } from "@mantine/core";
import { IconArrowRight, type TablerIcon } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import classes from "./AlertStrip.module.css";

/** One group of items that need attention: count, title, reason, and the URL of exactly those items. */
export type AlertItem = {
  key: string;
  icon: TablerIcon;
  total: string;
  title: string;
  text: string;
  to: string;
};

/** An amber strip divided into cells; each whole cell is a link. */
export function AlertStrip({ alerts }: { alerts: readonly AlertItem[] }): React.JSX.Element {
  return (
    <ul className={classes.strip}>
      {alerts.map(({ key, icon: Icon, total, title, text, to }) => (
        <li key={key}>
          <Link to={to} className={classes.cell} data-pendencia={key}>
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            <Text span className="num" c="var(--text)" fz="var(--fs-kpi)" lh="var(--lh-kpi)" fw={600}>
              {total}
            </Text>
            <Text span miw={0} flex={1} c="var(--text)" lh="17px">
              <Text className={classes.title} span display="block" inherit truncate fw={600}>
                {title}
              </Text>
              <Text span display="block" size="xs" lh="inherit" c="var(--text-2)" lineClamp={2} title={text}>
                {text}
              </Text>
            </Text>
            <IconArrowRight size={16} stroke={1.6} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
