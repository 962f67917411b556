-- Every live theme with its place in the Featured Themes list.
-- → id · slug · name · name_sort · framing_line · colour · background · portal_icon · home_background · lottie · featured_position
SELECT t.id, t.slug, t.name, t.name_sort, t.framing_line, t.colour, b.path AS background, p.path AS portal_icon,
       h.path AS home_background, l.path AS lottie, f.position AS featured_position
  FROM reading_theme t
  LEFT JOIN reading_asset b ON b.id = t.background_asset_id
  LEFT JOIN reading_asset p ON p.id = t.portal_icon_asset_id
  LEFT JOIN reading_asset h ON h.id = t.home_background_asset_id
  LEFT JOIN reading_asset l ON l.id = t.lottie_asset_id
  LEFT JOIN reading_featured_theme f ON f.theme_id = t.id
 WHERE t.status = 'live';
