import { gqlQuery } from '../../../lib/api/query.ts';
import { NotificationsDocument, UnreadNotificationsDocument } from './notifications.gql.ts';

/** The viewer's notifications, the newest first. */
export const notificationsQuery = gqlQuery({ document: NotificationsDocument, variables: {}, topics: ['notification'] });

/** The number of unread notifications, for the bell. */
export const unreadQuery = gqlQuery({ document: UnreadNotificationsDocument, variables: {}, topics: ['notification'] });
