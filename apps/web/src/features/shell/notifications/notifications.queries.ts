import { gqlQuery } from '../../../lib/api/query.ts';
import { NotificationsDocument, UnreadNotificationsDocument } from './notifications.gql.ts';

/** What the viewer is told, the newest first. */
export const notificationsQuery = gqlQuery({ document: NotificationsDocument, variables: {}, topics: ['notification'] });

/** The same, for the number on the bell. */
export const unreadQuery = gqlQuery({ document: UnreadNotificationsDocument, variables: {}, topics: ['notification'] });
